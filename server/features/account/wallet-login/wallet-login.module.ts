import { Global, Module } from '@nestjs/common';
import { LoginModule } from '../login/index.js';
import { AskWallet } from './ask-wallet.js';
import { ForgetWalletTexts } from './forget-wallet-texts.js';
import { ListWallets } from './list-wallets.js';
import { LogInWithWallet } from './log-in-with-wallet.js';
import { WalletProofs } from '../security/index.js';
import { ProveByWallet } from './prove-by-wallet.js';
import { WalletKeysStore } from './wallet-keys.store.js';
import { WalletLoginController } from './wallet-login.controller.js';
import { WalletUsers } from './wallet-users.js';
import './wallet-login-personal.js';

/** Login by the signature of a wallet. Global, because the security, which stands below, takes such signatures as proofs. */
@Global()
@Module({
  imports: [LoginModule],
  controllers: [WalletLoginController],
  providers: [
    AskWallet,
    ForgetWalletTexts,
    ListWallets,
    LogInWithWallet,
    ProveByWallet,
    { provide: WalletProofs, useExisting: ProveByWallet },
    WalletKeysStore,
    WalletUsers,
  ],
  exports: [ListWallets, WalletProofs],
})
export class WalletLoginModule {}
