/** The ASCII digits of a text, at most so many: spaces and dashes of a pasted code drop out, full-width digits count. */
export function digitsOf(text: string, most: number): string {
  return text
    .normalize('NFKC')
    .replaceAll(/[^0-9]/g, '')
    .slice(0, most);
}
