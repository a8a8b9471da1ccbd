/** The front door of registration and login. */
export { CreateUser } from './create-user.js';
export { LoginModule } from './login.module.js';
export { RegistrationSettings } from './registration-settings.js';
