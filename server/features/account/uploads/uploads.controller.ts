import { Controller, Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ok } from '../../../contract/envelope.dto.js';
import { UploadForm, UploadViewsPage, UploadViewsRequest } from '../../../contract/account/uploads.dto.js';
import { Config } from '../../../platform/config/config.js';
import { type CurrentSession, CurrentUser, SignedIn } from '../../../platform/http/access.js';
import { ApiOkEnvelope } from '../../../platform/http/api-replies.js';
import { Rate } from '../../../platform/http/rate-limits/rate-classes.js';
import { receiveFile } from '../../../platform/http/receive-file.js';
import { TakesCookie } from '../../../platform/http/session-cookie.js';
import { FILE_POLICY } from '../../../platform/http/send-file.js';
import { ListUploadViews } from './list-upload-views.js';
import { ReceiveUpload } from './receive-upload.js';
import { placeIn, purposeOf } from './upload.rules.js';
import { UploadPlaces } from './upload-places.js';
import { GetUpload } from './get-upload.js';

@ApiTags('uploads')
@SignedIn()
@Controller('upload')
export class UploadsController {
  constructor(
    private readonly receiveUpload: ReceiveUpload,
    private readonly getUpload: GetUpload,
    private readonly listUploadViews: ListUploadViews,
    private readonly places: UploadPlaces,
    private readonly config: Config,
  ) {}

  /**
   * Takes a photo for a verification or a deposit and answers its reference, good for one use within a day. The one call
   * that also takes the cookie of the login, from the site's own pages.
   */
  @Post()
  @TakesCookie()
  @Rate('upload')
  @HttpCode(200)
  @ApiConsumes('multipart/form-data')
  @ApiBody({ type: UploadForm })
  @ApiOkEnvelope('text')
  async upload(
    @CurrentUser() { userId }: CurrentSession,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.places.hold({ userId, ip: request.ip }, async () => {
      const { bytes, fields } = await receiveFile(request, reply, this.config.values.UPLOAD_TIME_MS);
      return ok(await this.receiveUpload.execute({ userId, purpose: purposeOf(fields.get('purpose')), bytes }));
    });
  }

  /** Who looked at the caller's photos, and when; the latest first. */
  @Get('views')
  @ApiOkEnvelope(UploadViewsPage)
  async views(@CurrentUser() { userId }: CurrentSession, @Query() { page, limit }: UploadViewsRequest) {
    return ok(await this.listUploadViews.execute(userId, placeIn(page, limit)));
  }

  /** A photo of the caller's own, as a file to keep: no page ever shows it by its address. */
  @Get(':reference')
  @ApiProduces('image/jpeg')
  async photo(
    @CurrentUser() { userId }: CurrentSession,
    @Param('reference') reference: string,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    sendPhoto(reply, await this.getUpload.execute(reference, { userId }));
  }
}

/** The one way in which a photo leaves the product, for the desk of the operators, too. */
export function sendPhoto(reply: FastifyReply, picture: Buffer): void {
  void reply
    .header('content-type', 'image/jpeg')
    .header('content-disposition', 'attachment; filename="photo.jpg"')
    .header('content-security-policy', FILE_POLICY)
    .header('cache-control', 'no-store')
    .header('accept-ranges', 'none')
    .send(picture);
}
