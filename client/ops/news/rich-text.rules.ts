export const MARKS = ['bold', 'heading', 'bullets', 'link'] as const;
export type Mark = (typeof MARKS)[number];

const LINK_START = '<a href="https://';

/** The text with the chosen part of it marked, and where one goes on writing: in a link, at its address. */
export function marked(
  text: string,
  { from, to }: { from: number; to: number },
  mark: Mark,
): { text: string; caret: number } {
  const chosen = text.slice(from, to);
  const [before, after] = around(mark);
  const inner = mark === 'bullets' ? itemsOf(chosen) : chosen;
  const caret =
    mark === 'link'
      ? from + LINK_START.length
      : from + before.length + inner.length + (chosen === '' ? 0 : after.length);
  return { text: text.slice(0, from) + before + inner + after + text.slice(to), caret };
}

function around(mark: Mark): [string, string] {
  if (mark === 'bold') return ['<strong>', '</strong>'];
  if (mark === 'heading') return ['<h2>', '</h2>'];
  if (mark === 'bullets') return ['<ul>\n<li>', '</li>\n</ul>'];
  return [`${LINK_START}">`, '</a>'];
}

/** Each line is a point of the list. */
function itemsOf(lines: string): string {
  return lines
    .split('\n')
    .map((line) => line.trim())
    .filter((line, at) => line !== '' || at === 0)
    .join('</li>\n<li>');
}
