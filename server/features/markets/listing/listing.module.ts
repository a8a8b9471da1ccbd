import { Module } from '@nestjs/common';
import { ListCoin } from './list-coin.js';
import { ListingStore } from './listing.store.js';

/** New coins and their markets. */
@Module({ providers: [ListingStore, ListCoin], exports: [ListCoin] })
export class ListingModule {}
