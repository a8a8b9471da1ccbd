import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import { ApiConsumes, ApiTags } from '@nestjs/swagger';
import {
  FavouriteRequest,
  MergePreferencesRequest,
  PreferencesRequest,
  PreferencesView,
} from '../../../contract/account/preferences.dto.js';
import { ok } from '../../../contract/envelope.dto.js';
import { type CurrentSession, CurrentUser, SignedIn } from '../../../platform/http/access.js';
import { ApiOkEnvelope } from '../../../platform/http/api-replies.js';
import { ChangePreferences } from './change-preferences.js';
import { SaveFavourites } from './save-favourites.js';
import { MergePreferences } from './merge-preferences.js';
import { ReadPreferences } from './read-preferences.js';

/** What the caller prefers on every device: language, look, favourite markets. Each call answers all of it as it is then. */
@ApiTags('account')
@ApiConsumes('application/x-www-form-urlencoded', 'application/json')
@SignedIn()
@Controller('preferences')
export class PreferencesController {
  constructor(
    private readonly readPreferences: ReadPreferences,
    private readonly changePreferences: ChangePreferences,
    private readonly mergePreferences: MergePreferences,
    private readonly saveFavourites: SaveFavourites,
  ) {}

  @Get()
  @ApiOkEnvelope(PreferencesView)
  async read(@CurrentUser() { userId }: CurrentSession) {
    return ok(await this.readPreferences.execute(userId));
  }

  /** Changes what is named; the rest stays. */
  @Post()
  @HttpCode(200)
  @ApiOkEnvelope(PreferencesView)
  async change(@CurrentUser() { userId }: CurrentSession, @Body() request: PreferencesRequest) {
    await this.changePreferences.execute(userId, request);
    return ok(await this.readPreferences.execute(userId));
  }

  /** Takes over what a guest had in the browser: what the account has itself stays. */
  @Post('merge')
  @HttpCode(200)
  @ApiOkEnvelope(PreferencesView)
  async merge(@CurrentUser() { userId }: CurrentSession, @Body() request: MergePreferencesRequest) {
    await this.mergePreferences.execute(userId, request);
    return ok(await this.readPreferences.execute(userId));
  }

  /** The market is a favourite from now on, also if it was one. */
  @Post('favourites/add')
  @HttpCode(200)
  @ApiOkEnvelope(PreferencesView)
  async addFavourite(@CurrentUser() { userId }: CurrentSession, @Body() { symbol }: FavouriteRequest) {
    await this.saveFavourites.add(userId, symbol);
    return ok(await this.readPreferences.execute(userId));
  }

  /** The market is no favourite from now on, also if it was none. */
  @Post('favourites/remove')
  @HttpCode(200)
  @ApiOkEnvelope(PreferencesView)
  async removeFavourite(@CurrentUser() { userId }: CurrentSession, @Body() { symbol }: FavouriteRequest) {
    await this.saveFavourites.remove(userId, symbol);
    return ok(await this.readPreferences.execute(userId));
  }
}
