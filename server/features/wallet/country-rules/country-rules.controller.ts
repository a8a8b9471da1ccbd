import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ok } from '../../../contract/envelope.dto.js';
import { OfferedProductsView } from '../../../contract/wallet/country-rules.dto.js';
import { type CurrentSession, CurrentUser, SignedIn } from '../../../platform/http/access.js';
import { ApiOkEnvelope } from '../../../platform/http/api-replies.js';
import { GetOfferedProducts } from './get-offered-products.js';

@ApiTags('account')
@SignedIn()
@Controller('account')
export class CountryRulesController {
  constructor(private readonly getOfferedProducts: GetOfferedProducts) {}

  /** What the caller may begin something new in, and up to which leverage, by the caller's country. */
  @Get('products')
  @ApiOkEnvelope(OfferedProductsView)
  async products(@CurrentUser() { userId }: CurrentSession) {
    return ok(await this.getOfferedProducts.execute(userId));
  }
}
