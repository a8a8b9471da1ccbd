import { Module } from '@nestjs/common';
import { ExchangeRates } from './exchange-rates.js';
import { ExchangeRatesStore } from './exchange-rates.store.js';
import { ListExchangeRates } from './list-exchange-rates.js';
import { SetExchangeRate } from './set-exchange-rate.js';

@Module({
  providers: [ExchangeRatesStore, ExchangeRates, ListExchangeRates, SetExchangeRate],
  exports: [ExchangeRates, ListExchangeRates, SetExchangeRate],
})
export class ExchangeRatesModule {}
