// Handing a link on: with the device's own share sheet where there is one, else by the clipboard.

export const canShare = typeof navigator.share === "function";

/** How a link was handed on; selected: it has to be copied by hand; cancelled: the player thought better of it. */
export type Sharing = "shared" | "copied" | "selected" | "cancelled";

export async function share(link: string, field: HTMLInputElement | undefined): Promise<Sharing> {
  if (canShare) {
    try {
      await navigator.share({ title: "Speelkist", url: link });
      return "shared";
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") return "cancelled";
    }
  }
  return copy(link, field);
}

export async function copy(link: string, field: HTMLInputElement | undefined): Promise<Sharing> {
  field?.select();
  try {
    await navigator.clipboard.writeText(link);
    return "copied";
  } catch {
    // plain http has no clipboard, and some browsers do not let us use it; what is selected can often be copied
    return document.execCommand("copy") ? "copied" : "selected";
  }
}

/** Save something as a file of this device. */
export function save(name: string, content: string | Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(typeof content === "string" ? new Blob([content], { type: "text/plain" }) : content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
