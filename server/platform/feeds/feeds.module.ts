import { Module } from '@nestjs/common';
import { FeedFactory } from './choose-feeds.js';

@Module({ providers: [FeedFactory], exports: [FeedFactory] })
export class FeedsModule {}
