import { Controller, HttpCode, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CustomerLinkView, OtcLinkView } from '../../../contract/account/news.dto.js';
import { ok } from '../../../contract/envelope.dto.js';
import { newsPicture } from '../../../contract/rules/news.rules.js';
import { Public } from '../../../platform/http/access.js';
import { ApiOkEnvelope } from '../../../platform/http/api-replies.js';
import { Rate } from '../../../platform/http/rate-limits/rate-classes.js';
import { GetServiceLink } from './get-service-link.js';

/** Where the desk has set nothing, help is the help centre. */
const OWN_HELP = '/pages/help/center/index';

/** Where service is, as the desk has set it. */
@ApiTags('news')
@Public()
@Rate('read')
@Controller('set')
export class ServiceLinksController {
  constructor(private readonly getServiceLink: GetServiceLink) {}

  /** Where the customer service is, and its picture. */
  @Post('get_customer_url')
  @HttpCode(200)
  @ApiOkEnvelope(CustomerLinkView)
  async customer() {
    const link = await this.getServiceLink.execute('customer');
    return ok<CustomerLinkView>({ customer_url: link?.url ?? OWN_HELP, cover: newsPicture(link?.cover ?? null) });
  }

  /** Where coins are bought and sold over the counter. */
  @Post('get_otc_url')
  @HttpCode(200)
  @ApiOkEnvelope(OtcLinkView)
  async otc() {
    return ok<OtcLinkView>({ otc_url: (await this.getServiceLink.execute('otc'))?.url ?? '' });
  }
}
