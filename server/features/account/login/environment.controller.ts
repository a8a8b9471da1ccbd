import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { EnvironmentView } from '../../../contract/account/environment.dto.js';
import { Config } from '../../../platform/config/config.js';
import { Public } from '../../../platform/http/access.js';

const PORTS = { 'http:': 80, 'https:': 443 } as const;

/** The file that the oldest clients read at their start. */
@ApiTags('account')
@Public()
@Controller()
export class EnvironmentController {
  constructor(private readonly config: Config) {}

  /** Where the sockets are, and whether a login takes a text message. */
  @Get('env.json')
  @ApiOkResponse({ type: EnvironmentView })
  environment(): EnvironmentView {
    const { port, protocol } = new URL(this.config.values.PUBLIC_URL);
    const usual = PORTS[protocol as keyof typeof PORTS] ?? PORTS['https:'];
    return { socket_io_port: port === '' ? usual : Number.parseInt(port, 10), login_need_smscode: 0 };
  }
}
