import { Module } from '@nestjs/common';
import { EnvironmentController } from './environment.controller.js';
import { CreateUser } from './create-user.js';
import { LogIn } from './log-in.js';
import { LoginController } from './login.controller.js';
import { OpenLogin } from './open-login.js';
import { RegisterUser } from './register-user.js';
import { RegistrationSettings } from './registration-settings.js';
import { RegistrationController } from './registration.controller.js';

@Module({
  controllers: [EnvironmentController, LoginController, RegistrationController],
  providers: [CreateUser, LogIn, OpenLogin, RegisterUser, RegistrationSettings],
  exports: [CreateUser, RegistrationSettings],
})
export class LoginModule {}
