import { Module } from '@nestjs/common';
import { ChangePreferences } from './change-preferences.js';
import { SaveFavourites } from './save-favourites.js';
import { MergePreferences } from './merge-preferences.js';
import { PreferencesController } from './preferences.controller.js';
import { PreferencesStore } from './preferences.store.js';
import { ReadPreferences } from './read-preferences.js';
import './preferences-personal.js';

@Module({
  controllers: [PreferencesController],
  providers: [PreferencesStore, ReadPreferences, ChangePreferences, MergePreferences, SaveFavourites],
})
export class PreferencesModule {}
