import { afterEach, expect, it, vi } from "vitest";
import { share } from "./share";

const LINK = "http://example.test/t/1";

/** A browser with this clipboard, which copies what is selected or does not. */
function browser(writeText: (() => Promise<void>) | undefined, copies: boolean): void {
  vi.stubGlobal("navigator", { clipboard: writeText && { writeText } });
  vi.stubGlobal("document", { execCommand: () => copies });
}

afterEach(() => vi.unstubAllGlobals());

it("says that a link was copied, by the clipboard or as what is selected", async () => {
  browser(() => Promise.resolve(), false);
  expect(await share(LINK, undefined)).toBe("copied");
  browser(undefined, true);
  expect(await share(LINK, undefined)).toBe("copied");
  browser(() => Promise.reject(new Error("denied")), true);
  expect(await share(LINK, undefined)).toBe("copied");
});

it("says that a link has to be copied by hand where the browser allows nothing", async () => {
  browser(undefined, false);
  expect(await share(LINK, undefined)).toBe("selected");
  browser(() => Promise.reject(new Error("denied")), false);
  expect(await share(LINK, undefined)).toBe("selected");
});
