// The little Markdown that rules pages use, as data: headings with anchors, paragraphs, lists, tables, drawings in letters.

export type Block =
  | { kind: "heading"; level: number; text: string; anchor: string }
  | { kind: "paragraph"; text: string }
  | { kind: "list"; items: string[]; ordered: boolean }
  | { kind: "table"; head: string[]; rows: string[][] }
  | { kind: "drawing"; text: string };

export type Span =
  { kind: "text" | "bold" | "italic" | "code"; text: string } | { kind: "link"; text: string; anchor: string };

export function blocks(markdown: string): Block[] {
  const found: Block[] = [];
  for (const part of markdown.replace(/\r/g, "").split(/\n\s*\n/)) {
    const lines = part.split("\n").filter((line) => line.trim() !== "");
    const first = lines[0];
    if (first === undefined) continue;
    const heading = /^(#+)\s+(.*?)(?:\s*\{#([\w-]+)\})?$/.exec(first);
    if (heading !== null) {
      found.push({ kind: "heading", level: heading[1]?.length ?? 1, text: heading[2] ?? "", anchor: heading[3] ?? "" });
      if (lines.length > 1) found.push(...blocks(lines.slice(1).join("\n")));
    } else if (first.startsWith("```")) {
      found.push({ kind: "drawing", text: lines.filter((line) => !line.startsWith("```")).join("\n") });
    } else if (first.startsWith("|")) found.push(table(lines));
    else if (/^\s*([-*]|\d+\.)\s/.test(first)) found.push(list(lines));
    else found.push({ kind: "paragraph", text: lines.join(" ") });
  }
  return found;
}

function table(lines: string[]): Block {
  const rows = lines.map((line) =>
    line
      .replace(/^\||\|$/g, "")
      .split("|")
      .map((cell) => cell.trim()),
  );
  const [head = [], , ...rest] = rows;
  return { kind: "table", head, rows: rest };
}

function list(lines: string[]): Block {
  const items: string[] = [];
  for (const line of lines) {
    const item = /^\s*(?:[-*]|\d+\.)\s+(.*)$/.exec(line);
    if (item !== null) items.push(item[1] ?? "");
    else items.push(`${items.pop() ?? ""} ${line.trim()}`);
  }
  return { kind: "list", items, ordered: /^\s*\d/.test(lines[0] ?? "") };
}

export function spans(text: string): Span[] {
  const found: Span[] = [];
  for (const match of text.matchAll(/\*\*(.+?)\*\*|`(.+?)`|\*(.+?)\*|\[([^\]]+)\]\(#([\w-]+)\)|[^*`[]+|[*`[]/g)) {
    const [all, bold, code, italic, link, anchor] = match;
    if (link !== undefined && anchor !== undefined) found.push({ kind: "link", text: link, anchor });
    else if (bold !== undefined) found.push({ kind: "bold", text: bold });
    else if (code !== undefined) found.push({ kind: "code", text: code });
    else if (italic !== undefined) found.push({ kind: "italic", text: italic });
    else found.push({ kind: "text", text: all });
  }
  return found;
}
