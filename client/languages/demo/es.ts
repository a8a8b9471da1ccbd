import type { DemoWords } from './en';

export const demo: DemoWords = {
  demo: {
    tag: 'DEMO',
    short: 'Demo',
    title: 'Cuenta demo',
    bannerText: 'Dinero de práctica, mismos precios',
    leave: 'Salir',
    leaveLong: 'Salir de la demo',
    enter: 'Entrar en la demo',
    entered: 'Está en la demo: este dinero es solo de práctica',
    left: 'Ha salido de la demo: vuelve a usar dinero real',
    topUp: 'Recargar',
    toppedUp: 'Los saldos de la demo se han recargado',
    inviteText:
      'Opere con dinero de práctica, {{grant}} USDT para spot, opciones y contratos cada uno: mismos precios y mismas reglas. No se puede retirar.',
    moneyText:
      'Spot, opciones y contratos se recargan hasta {{grant}} USDT cuando quiera, gratis. El dinero de práctica nunca se convierte en dinero real.',
    realOnly: 'Esto no tiene demo',
    realOnlyText: 'Esto es solo de dinero real. Salga de la demo para continuar.',
  },
};
