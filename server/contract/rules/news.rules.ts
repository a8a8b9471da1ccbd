/** The categories of articles, by the numbers that old clients ask for. */
export const NEWS_CATEGORIES = [3, 4, 5, 8, 9, 10, 11, 19, 20, 21] as const;
export type NewsCategory = (typeof NEWS_CATEGORIES)[number];

/** News of the product and its markets. */
export const NEWS: NewsCategory = 3;
/** Notices of the home page. */
export const NOTICES: NewsCategory = 4;
/** The help centre. */
export const HELP: NewsCategory = 19;

/** The category of that number; null where there is none. */
export function newsCategory(number: number): NewsCategory | null {
  return NEWS_CATEGORIES.find((category) => category === number) ?? null;
}

/** Where a picture of the articles is read, below the product's own address. */
export function newsPicture(id: string | null): string {
  return id === null ? '' : `/api/news/image/${id}`;
}
