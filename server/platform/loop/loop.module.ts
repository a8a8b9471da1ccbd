import { Global, Module } from '@nestjs/common';
import { Fitness } from './fitness.js';
import { Loops } from './loops.js';

/** {@link Loops} and {@link Fitness} are injectable everywhere. */
@Global()
@Module({ providers: [Loops, Fitness], exports: [Loops, Fitness] })
export class LoopModule {}
