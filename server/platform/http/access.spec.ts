import 'reflect-metadata';
import { Controller, Get, Module, Post } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { Test } from '@nestjs/testing';
import { ForOperator, Public, SignedIn } from './access.js';
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
