import { Global, Module } from '@nestjs/common';
import { ImageEncoder } from './image-encoder.js';

/** {@link ImageEncoder} is injectable everywhere. */
@Global()
@Module({ providers: [ImageEncoder], exports: [ImageEncoder] })
export class ImagesModule {}
