import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RefusalCode } from '../../../../server/contract/errors';
import { CallFailed } from '../../../platform/api';
import { failureWords } from '../../../platform/failure-words';
import { Sheet } from '../../../ui/sheet';
import styles from './login.module.css';
import { logInByWallet } from './wallet-login.api';
import { type Invitation, WalletInvitation } from './wallet-invitation';
import { type ErcWallet, findErcWallets, findTronWallet, WALLET_APPS } from '../../../platform/wallet-providers';
import { type Chain, connectErc, connectTron, type Signer, WalletFailed } from '../../../platform/wallet-signature';
import { WalletTotp } from './wallet-totp';

interface Props {
  /** Of the link that led here. */
  invitation: string;
  onDone: () => void;
}

type Opened = { kind: 'apps' } | { kind: 'choice'; wallets: ErcWallet[] } | { kind: 'totp'; signer: Signer } | null;

const INVITATION_CODES: readonly RefusalCode[] = ['account.invitation-required', 'account.invitation-unknown'];

/** What happens between the buttons, the wallet and the server. */
function useWalletLogin({ invitation: given, onDone }: Props) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState<Chain | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [opened, setOpened] = useState<Opened>(null);
  const [invitation, setInvitation] = useState<Invitation>({ code: given, isOpen: given !== '', error: null });
  const running = useRef(false);

  const refuse = (failure: CallFailed) => {
    const words = failureWords(failure, t);
    const isOfInvitation = INVITATION_CODES.some((code) => code === failure.code);
    if (isOfInvitation) setInvitation((known) => ({ ...known, isOpen: true, error: words }));
    else setProblem(words);
  };
  const attempt = async (chain: Chain, work: () => Promise<void>) => {
    if (running.current) return;
    running.current = true;
    setBusy(chain);
    setProblem(null);
    try {
      await work();
    } catch (error) {
      if (error instanceof WalletFailed) setProblem(t(`login.${error.problem}`));
      else if (error instanceof CallFailed) refuse(error);
      else throw error;
    } finally {
      running.current = false;
      setBusy(null);
    }
  };
  const proveBy = (signer: Signer, totp: string) => logInByWallet(signer, { totp, invitation: invitation.code.trim() });
  const enter = async (signer: Signer) => {
    try {
      await proveBy(signer, '');
      onDone();
    } catch (error) {
      if (!(error instanceof CallFailed) || error.code !== 'account.totp-required') throw error;
      setOpened({ kind: 'totp', signer });
    }
  };
  const byErc = async () => {
    const wallets = await findErcWallets();
    const [only] = wallets;
    if (!only && findTronWallet()) throw new WalletFailed('needErc');
    if (!only) setOpened({ kind: 'apps' });
    else if (wallets.length > 1) setOpened({ kind: 'choice', wallets });
    else await enter(await connectErc(only.provider));
  };
  const byTron = async () => {
    const wallet = findTronWallet();
    if (wallet) await enter(await connectTron(wallet));
    else if ((await findErcWallets()).length > 0) throw new WalletFailed('needTrc');
    else setOpened({ kind: 'apps' });
  };
  const choose = (wallet: ErcWallet) => {
    setOpened(null);
    void attempt('ERC', async () => enter(await connectErc(wallet.provider)));
  };
  return { busy, problem, opened, setOpened, invitation, setInvitation, attempt, byErc, byTron, choose, proveBy };
}

/** Login with the signature of an ERC or TRC wallet. It is asked for one text to sign, and for nothing else ever. */
export function WalletLogin(props: Props) {
  const { t } = useTranslation();
  const login = useWalletLogin(props);
  const { busy, problem, opened, setOpened, attempt, byErc, byTron, choose } = login;
  const close = () => setOpened(null);
  return (
    <section aria-label={t('login.wallet')}>
      <p className={styles.or}>{t('login.or')}</p>
      <div className={styles.wallets}>
        <Button variant="default" h={48} px={8} loading={busy === 'ERC'} onClick={() => void attempt('ERC', byErc)}>
          {t('login.erc')}
        </Button>
        <Button variant="default" h={48} px={8} loading={busy === 'TRC'} onClick={() => void attempt('TRC', byTron)}>
          {t('login.trc')}
        </Button>
      </div>
      <p className={styles.walletText} role="status">
        {t(busy === null ? 'login.walletText' : 'login.signing')}
      </p>
      <WalletInvitation invitation={login.invitation} onChange={login.setInvitation} />
      {problem !== null && (
        <p role="alert" className={styles.alert}>
          {problem}
        </p>
      )}
      <WalletSheet opened={opened} onClose={close} onChoose={choose} />
      {opened?.kind === 'totp' && (
        <WalletTotp
          onClose={close}
          onSubmit={async (code) => {
            await login.proveBy(opened.signer, code);
            props.onDone();
          }}
        />
      )}
    </section>
  );
}

interface SheetProps {
  opened: Opened;
  onClose: () => void;
  onChoose: (wallet: ErcWallet) => void;
}

/** Several wallets to choose from, or none: then the apps that could open this page. */
function WalletSheet({ opened, onClose, onChoose }: SheetProps) {
  const { t } = useTranslation();
  return (
    <Sheet
      title={t('login.chooseWallet')}
      opened={opened?.kind === 'apps' || opened?.kind === 'choice'}
      onClose={onClose}
    >
      <div className={styles.sheet}>
        {opened?.kind === 'choice' &&
          opened.wallets.map((wallet) => (
            <Button key={wallet.name} variant="default" size="lg" onClick={() => onChoose(wallet)}>
              {wallet.name}
            </Button>
          ))}
        {opened?.kind === 'apps' && (
          <>
            <p>{t('login.noWallet')}</p>
            {WALLET_APPS.map(({ name, link }) => (
              <Button key={name} component="a" href={link(window.location.href)} variant="default" size="lg">
                {t('login.openIn', { wallet: name })}
              </Button>
            ))}
          </>
        )}
      </div>
    </Sheet>
  );
}
