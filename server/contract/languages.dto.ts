import { IsString, MaxLength } from 'class-validator';

export class SetLanguageRequest {
  /** `zh`, `zh-Hant`, `en`, `ja`, `ko`, `es`, `th`, or one of the older codes `cn`, `hk`, `jp`, `kr`, `sp`; `fra`, `vi` and `id` are shown in English. */
  @IsString()
  @MaxLength(20)
  lang: string;
}

/** A country with its dial code; also the list that verification chooses from. */
export class CountryView {
  /** Made from the country's code: the same in every language and for ever. */
  id: number;
  /** In the language of the request. */
  name: string;
  /** Dial code without the plus sign. */
  area_code: string;
  /** ISO 3166-1 alpha-2. */
  code: string;
  /** In English, for searching. */
  english_name: string;
}
