import { Injectable } from '@nestjs/common';
import type { QuotationGroupView } from '../../../contract/markets/quotations.dto.js';
import { ListQuotations } from './list-quotations.js';

/** The markets that the home page recommends, in the same form as the whole list. */
@Injectable()
export class ListRecommended {
  constructor(private readonly listQuotations: ListQuotations) {}

  execute(): QuotationGroupView[] {
    return this.listQuotations.execute((market) => market.recommended);
  }
}
