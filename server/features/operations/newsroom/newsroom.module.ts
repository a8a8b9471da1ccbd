import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/index.js';
import { ReviewModule } from '../review/index.js';
import { DeskFilesModule } from '../desk-files/index.js';
import { AddNewsImage } from './add-news-image.js';
import { ArticlesFileController } from './articles-file.controller.js';
import { ExportArticles } from './export-articles.js';
import { GetArticles } from './get-articles.js';
import { NewsroomController } from './newsroom.controller.js';
import { NewsroomStore } from './newsroom.store.js';
import { PublishArticles } from './publish-articles.js';
import { SetServiceLinks } from './set-service-links.js';
import { WriteArticles } from './write-articles.js';

/** Where articles are written, and what two people agree to show. */
@Module({
  imports: [AuditModule, DeskFilesModule, ReviewModule],
  controllers: [ArticlesFileController, NewsroomController],
  providers: [
    NewsroomStore,
    AddNewsImage,
    ExportArticles,
    GetArticles,
    WriteArticles,
    PublishArticles,
    SetServiceLinks,
  ],
  exports: [PublishArticles, SetServiceLinks],
})
export class NewsroomModule {}
