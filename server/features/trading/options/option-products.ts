import { Injectable } from '@nestjs/common';
import { CachedRows } from '../../../platform/database/cached-rows.js';
import { type OptionCurrency, OptionProductsStore, type OptionTerm } from './option-products.store.js';

const RELOAD_MS = 15_000;

/** What is offered, read at start and again every 15 s. A reading that fails leaves the former one in place. */
@Injectable()
export class OptionProducts extends CachedRows {
  private known: OptionTerm[] = [];
  private payable: OptionCurrency[] = [];

  constructor(private readonly store: OptionProductsStore) {
    super('The options', RELOAD_MS);
  }

  /** What a market offers, shortest first: its own rows, and the general ones of all other times. Null: the general ones. */
  terms(marketId: number | null): OptionTerm[] {
    const own = this.known.filter((term) => term.marketId === marketId);
    const general = this.known.filter(
      (term) => term.marketId === null && !own.some(({ seconds }) => seconds === term.seconds),
    );
    return [...own, ...general].filter(({ enabled }) => enabled).sort((a, b) => a.seconds - b.seconds);
  }

  /** The terms of a market for one time; undefined where it is not offered. */
  term(marketId: number, seconds: number): OptionTerm | undefined {
    return this.terms(marketId).find((term) => term.seconds === seconds);
  }

  currencies(): OptionCurrency[] {
    return this.payable;
  }

  protected async read(): Promise<void> {
    const [terms, currencies] = await Promise.all([this.store.terms(), this.store.currencies()]);
    this.known = terms;
    this.payable = currencies;
  }
}
