import { Global, Module } from '@nestjs/common';
import { Loops } from './loops.js';

/** {@link Loops} is injectable everywhere. */
@Global()
@Module({ providers: [Loops], exports: [Loops] })
export class LoopModule {}
