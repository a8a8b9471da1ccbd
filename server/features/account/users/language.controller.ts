import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiConsumes, ApiTags } from '@nestjs/swagger';
import { ok } from '../../../contract/envelope.dto.js';
import type { Language } from '../../../contract/errors.js';
import { WIRE_LANGUAGE } from '../../../contract/languages/index.js';
import { CountryView, SetLanguageRequest } from '../../../contract/languages.dto.js';
import { type CurrentSession, Public, VisitingUser } from '../../../platform/http/access.js';
import { ApiOkEnvelope } from '../../../platform/http/api-replies.js';
import { RequestLanguage } from '../../../platform/http/request-language.js';
import { AreaCodes } from './area-codes.js';
import { SetLanguage } from './set-language.js';

@ApiTags('account')
@ApiConsumes('application/x-www-form-urlencoded', 'application/json')
@Controller()
export class LanguageController {
  constructor(
    private readonly setLanguage: SetLanguage,
    private readonly areaCodes: AreaCodes,
  ) {}

  /** Answers an opaque mark; the client sends it back in the header `language-mark`. Kept with a signed-in user. */
  @Public({ readsSession: true })
  @Post('set/lang')
  @HttpCode(200)
  @ApiOkEnvelope('text')
  async set(@Body() { lang }: SetLanguageRequest, @VisitingUser() visitor: CurrentSession | null) {
    return ok(await this.setLanguage.execute(lang, visitor?.userId ?? null));
  }

  /** The language of the request in the codes of this family: `zh`, `hk`, `en`, `jp`, `kr`, `sp`, `th`. */
  @Public()
  @Post('get/lang')
  @HttpCode(200)
  @ApiOkEnvelope('text')
  get(@RequestLanguage() language: Language) {
    return ok(WIRE_LANGUAGE[language]);
  }

  /** Every country with its dial code, named and sorted in the language of the request. */
  @Public()
  @Post('area_code')
  @HttpCode(200)
  @ApiOkEnvelope([CountryView])
  countries(@RequestLanguage() language: Language) {
    return ok(this.areaCodes.list(language));
  }
}
