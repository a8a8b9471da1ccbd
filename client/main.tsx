import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import './app/mantine.css';
import './app/tokens.css';
import './app/theme.css';
import './ui/page-shapes.css';
import { App } from './app/app';
import { followAppearance } from './app/appearance';
import { fetchEarly } from './app/routes';
import { lendStyleNonce } from './app/style-nonce';
import { followTextSize } from './app/text-size';
import { speak } from './languages';
import { followInstallOffer } from './platform/install';
import { preferences } from './platform/preferences';
import { sendLogOuts } from './platform/unheard-log-outs';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no element to draw in.');

followAppearance();
followTextSize();
lendStyleNonce();
followInstallOffer();
void sendLogOuts();
fetchEarly(window.location.pathname);
speak(preferences().language)
  .catch(() => speak('zh'))
  // As a transition the first picture is worked out in slices, between which the page answers to its user.
  .finally(() => startTransition(() => createRoot(root).render(<App />)));
