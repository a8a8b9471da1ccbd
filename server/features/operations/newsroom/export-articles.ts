import { Injectable } from '@nestjs/common';
import type { ArticleListRequest } from '../../../contract/operations/news.dto.js';
import { Clock } from '../../../platform/clock/clock.js';
import type { ExportedFile } from '../../wallet/exports/index.js';
import { type FileAsked, WriteDeskFile } from '../desk-files/index.js';
import { articlesAsked } from './get-articles.js';
import { NewsroomStore } from './newsroom.store.js';

const COLUMNS = {
  number: 'text',
  time: 'instant',
  title: 'text',
  category: 'text',
  languages: 'text',
  status: 'text',
  published: 'instant',
  ended: 'instant',
  operator: 'text',
} as const;

/** News and the articles of the help as a file: what the list shows of each, without its text. */
@Injectable()
export class ExportArticles {
  constructor(
    private readonly store: NewsroomStore,
    private readonly writeDeskFile: WriteDeskFile,
    private readonly clock: Clock,
  ) {}

  /** @throws Refusal those of `WriteDeskFile`. */
  execute(asked: FileAsked, request: ArticleListRequest): Promise<ExportedFile> {
    const filter = articlesAsked(request, asked.language, this.clock.now());
    const { state, category, words } = filter;
    return this.writeDeskFile.execute(asked, {
      name: 'news',
      columns: COLUMNS,
      filter: { state, category, words: words.length },
      ids: (limit) => this.store.ids(filter, limit),
      rows: (ids) => this.store.ofIds(filter, ids),
      cells: (row) => ({
        number: row.id,
        time: row.writtenAt,
        title: row.title,
        category: String(row.category),
        languages: row.languages.join(' '),
        status: row.state,
        published: row.publishAt,
        ended: row.expiresAt,
        operator: row.writtenBy,
      }),
    });
  }
}
