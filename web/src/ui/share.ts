// Handing a link on: with the device's own share sheet where there is one, else by the clipboard.

export const canShare = typeof navigator.share === "function";

/** How a link was handed on; null if it was not. */
export async function share(link: string, field: HTMLInputElement | undefined): Promise<"shared" | "copied" | null> {
  if (canShare) {
    try {
      await navigator.share({ title: "Speelkist", url: link });
      return "shared";
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") return null; // the player thought better of it
    }
  }
  field?.select();
  try {
    if (navigator.clipboard) await navigator.clipboard.writeText(link);
    else if (!document.execCommand("copy")) return null; // plain http has no clipboard: the field is selected
    return "copied";
  } catch {
    return null;
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
