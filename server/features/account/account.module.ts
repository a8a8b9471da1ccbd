import { Module } from '@nestjs/common';
import { AreaCodes } from './area-codes.js';
import { LanguageController } from './language.controller.js';
import { SetLanguage } from './set-language.js';

@Module({ controllers: [LanguageController], providers: [SetLanguage, AreaCodes] })
export class AccountModule {}
