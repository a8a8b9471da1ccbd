import { Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { type OptionCurrency, OptionProductsStore, type OptionTerm } from './option-products.store.js';

const RELOAD_MS = 15_000;

/** What is offered, read at start and again every 15 s. A reading that fails leaves the former one in place. */
@Injectable()
export class OptionProducts implements OnModuleInit, OnApplicationShutdown {
  private readonly logger = new Logger(OptionProducts.name);
  private known: OptionTerm[] = [];
  private payable: OptionCurrency[] = [];
  private timer: NodeJS.Timeout | null = null;

  constructor(private readonly store: OptionProductsStore) {}

  async onModuleInit(): Promise<void> {
    await this.read();
    this.timer = setInterval(() => void this.reload(), RELOAD_MS);
    this.timer.unref();
  }

  onApplicationShutdown(): void {
    if (this.timer) clearInterval(this.timer);
  }

  /** Reads the rows again. Never throws. */
  async reload(): Promise<void> {
    try {
      await this.read();
    } catch (error) {
      this.logger.warn(`The options could not be read again: ${error instanceof Error ? error.message : 'unknown'}`);
    }
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

  private async read(): Promise<void> {
    const [terms, currencies] = await Promise.all([this.store.terms(), this.store.currencies()]);
    this.known = terms;
    this.payable = currencies;
  }
}
