import { Injectable } from '@nestjs/common';
import type { QuotationGroupView } from '../../../contract/markets/quotations.dto.js';
import { ListQuotations } from './list-quotations.js';

/** The markets that the home page recommends, in the same form as the whole list. */
@Injectable()
export class ListRecommended {
  constructor(private readonly quotations: ListQuotations) {}

  execute(): QuotationGroupView[] {
    return this.quotations.execute((market) => market.recommended);
  }
}
