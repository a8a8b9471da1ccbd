import { Injectable } from '@nestjs/common';
import { NewsStore, type ServiceLinkRow } from './news.store.js';

/** Where service is, as the desk has set it. */
@Injectable()
export class GetServiceLink {
  constructor(private readonly store: NewsStore) {}

  /** Null: the desk has set nothing. */
  execute(name: 'customer' | 'otc'): Promise<ServiceLinkRow | null> {
    return this.store.serviceLink(name);
  }
}
