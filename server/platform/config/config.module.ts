import { type DynamicModule, Global, Module } from '@nestjs/common';
import { Config, type Configuration } from './config.js';

@Global()
@Module({})
export class ConfigModule {
  /** Makes the parsed configuration injectable everywhere. */
  static with(values: Configuration): DynamicModule {
    return { module: ConfigModule, providers: [{ provide: Config, useValue: { values } }], exports: [Config] };
  }
}
