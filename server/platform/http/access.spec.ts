import 'reflect-metadata';
import { Controller, Get, Module, Post } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import type { FastifyInstance } from 'fastify';
import { ForOperator, Public, SignedIn } from './access.js';
import { API_PREFIX, UNPREFIXED } from './entrances.js';
import { recordRegisteredRoutes, sayOfAllBelow, serveBeside } from './registered-routes.js';
import { RouteList } from './route-list.js';

@SignedIn()
@Controller('things')
class DeclaredController {
  @Get(['one', '/two/'])
  read() {
    return 'thing';
  }

  @Public()
  @Post()
  write() {
    return 'thing';
  }
}

@ForOperator('reviewer')
@Controller('ops/api/things')
class DeskController {
  @Get()
  list() {
    return [];
  }
}

@Controller('things/all')
class StrayController {
  @ForOperator()
  @Get()
  list() {
    return [];
  }
}

@Controller('silent')
class SilentController {
  @Public()
  @Get('said')
  said() {
    return 'thing';
  }

  @Get('unsaid')
  unsaid() {
    return 'thing';
  }
}

function start(controllers: (new () => object)[]) {
  @Module({ imports: [DiscoveryModule], controllers, providers: [RouteList] })
  class Routes {}
  return Test.createTestingModule({ imports: [Routes] }).compile();
}

describe('who may call a route', () => {
  it('is listed for every route, the method before the class', async () => {
    const tested = await start([DeclaredController, DeskController]);
    await tested.init();
    const routes = tested.get(RouteList).all();
    expect(routes.map(({ method, path, access }) => `${method} ${path} ${access.kind}`)).toEqual([
      'GET things/one signed-in',
      'GET things/two signed-in',
      'POST things public',
      'GET ops/api/things operator',
    ]);
    await tested.close();
  });

  it('stops the start when it is not declared', async () => {
    const tested = await start([DeclaredController, SilentController]);
    await expect(tested.init()).rejects.toThrow(/SilentController\.unsaid \(GET silent\/unsaid\)$/);
  });

  it('stops the start when it is for operators and does not lie at the desk', async () => {
    const tested = await start([DeclaredController, DeskController, StrayController]);
    await expect(tested.init()).rejects.toThrow(/not lie at the desk: StrayController\.list \(GET things\/all\)$/);
  });
});

describe('what is registered beside the controllers', () => {
  /** An application with the calls above, after others have registered what they serve. */
  async function startWith(register: (server: FastifyInstance) => unknown): Promise<NestFastifyApplication> {
    const tested = await start([DeclaredController, DeskController]);
    const application = tested.createNestApplication<NestFastifyApplication>(new FastifyAdapter(), { logger: false });
    application.setGlobalPrefix(API_PREFIX, { exclude: UNPREFIXED });
    const server = application.getHttpAdapter().getInstance() as unknown as FastifyInstance;
    recordRegisteredRoutes(server);
    await register(server);
    return application;
  }
  const answer = () => 'thing';

  it('says who may ask for it, files of packages as well', async () => {
    const application = await startWith(async (server) => {
      await serveBeside(server, 'everybody', () => server.get('/*', answer));
      // Loaded later than it is called, as packages are.
      sayOfAllBelow(server, 'operators', '/ops/board');
      void server.register(async (scope) => void scope.get('/files', answer), { prefix: '/ops/board' });
    });
    await application.init();
    expect(application.get(RouteList).beside()).toEqual([
      { method: 'GET', url: '/*', access: 'everybody' },
      { method: 'GET', url: '/ops/board/files', access: 'operators' },
    ]);
    await application.close();
  });

  it('stops the start when nobody has said it', async () => {
    const application = await startWith(async (server) => {
      await serveBeside(server, 'everybody', () => server.get('/*', answer));
      server.route({ method: ['GET', 'POST'], url: '/stray', handler: answer });
    });
    await expect(application.init()).rejects.toThrow('Nobody has said who may ask for these: GET /stray, POST /stray');
  });

  it('stops the start when it is for operators and does not lie at the desk', async () => {
    const application = await startWith((server) =>
      serveBeside(server, 'operators', () => server.get('/board', answer)),
    );
    await expect(application.init()).rejects.toThrow('These are for operators and do not lie at the desk: GET /board');
  });
});
