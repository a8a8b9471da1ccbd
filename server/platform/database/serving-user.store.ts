import { Inject, Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Config } from '../config/config.js';
import { problemOfLimits } from './serving-limits.js';
import { problemOfServingUser } from './serving-user.js';

/** Nobody serves with the rights of the tables' owner: production does not start, elsewhere it is said. */
@Injectable()
export class ServingUser implements OnModuleInit {
  constructor(
    @Inject(DataSource) private readonly source: DataSource,
    private readonly config: Config,
  ) {}

  /** @throws Error where a pooler stands between and time limits would be gone without a word, and in production where the user of DATABASE_URL owns the books. */
  async onModuleInit(): Promise<void> {
    const unlimited = this.config.values.DATABASE_POOLING !== 'none' && (await problemOfLimits(this.source));
    if (unlimited) throw new Error(`Configuration is not usable. ${unlimited}`);
    const problem = await problemOfServingUser(this.source);
    if (problem === null) return;
    if (this.config.values.NODE_ENV === 'production') throw new Error(`Configuration is not usable. ${problem}`);
    new Logger('Database').warn(problem);
  }
}
