import { Module } from '@nestjs/common';
import { GetServiceLink } from './get-service-link.js';
import { NewsController } from './news.controller.js';
import { NewsImages } from './news-images.js';
import { NewsStore } from './news.store.js';
import { ReadNews } from './read-news.js';
import { ServiceLinksController } from './service-links.controller.js';
import './news-personal.js';

@Module({
  controllers: [NewsController, ServiceLinksController],
  providers: [NewsStore, NewsImages, ReadNews, GetServiceLink],
  exports: [ReadNews],
})
export class NewsModule {}
