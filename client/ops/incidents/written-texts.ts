import { LANGUAGES, type Language } from '../../../server/contract/errors';

export interface Text {
  title: string;
  text: string;
}
export type Texts = Partial<Record<Language, Text>>;
export const NO_TEXT: Text = { title: '', text: '' };

const isEmpty = ({ title, text }: Text) => title.trim() === '' && text.trim() === '';

/** What would be published: the languages that are written, in the order of the product. */
export function written(texts: Texts): (Text & { language: Language })[] {
  return LANGUAGES.flatMap((language) => {
    const own = texts[language];
    return own && !isEmpty(own) ? [{ language, title: own.title.trim(), text: own.text.trim() }] : [];
  });
}

/** The language whose title or text is missing; null when none is. An update has no title. */
export function halfWritten(texts: Texts, hasTitle: boolean): Language | null {
  const half = written(texts).find(({ title, text }) => text === '' || (hasTitle && title === ''));
  return half?.language ?? null;
}
