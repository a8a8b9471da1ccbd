export { Agreement } from './agreement';
export { type ContactValues } from './contact-fields';
export { ForgotForm } from './forgot-form';
export { LogOutButton } from './log-out-button';
export { LoginForm } from './login-form';
export { RegisterForm } from './register-form';
export { returnPath } from './return-path';
export { WalletLogin } from './wallet-login';
