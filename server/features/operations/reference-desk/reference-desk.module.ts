import { Module } from '@nestjs/common';
import { ProfileModule } from '../../account/profile/index.js';
import { ExchangeRatesModule } from '../../markets/exchange-rates/index.js';
import { AuditModule } from '../audit/index.js';
import { ReviewModule } from '../review/index.js';
import { ListBank } from './list-bank.js';
import { LookAtReference } from './look-at-reference.js';
import { ProposeExchangeRate } from './propose-exchange-rate.js';
import { ReferenceActs } from './reference-acts.js';
import { ReferenceDeskController } from './reference-desk.controller.js';

@Module({
  imports: [AuditModule, ReviewModule, ExchangeRatesModule, ProfileModule],
  controllers: [ReferenceDeskController],
  providers: [LookAtReference, ProposeExchangeRate, ListBank, ReferenceActs],
})
export class ReferenceDeskModule {}
