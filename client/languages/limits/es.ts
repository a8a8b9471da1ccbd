import type { LimitsWords } from './en';

export const words: LimitsWords = {
  limits: {
    intro:
      'Póngase un marco mientras tiene la cabeza fría. Lo más estricto rige al instante; lo más amplio, un día después, para que ningún momento decida por usted.',
    none: 'Sin límite',
    minutesOf: '{{minutes}} min',
    minuteUnit: 'min',
    set: 'Fijar',
    change: 'Cambiar',
    used: '{{used}} de {{limit}} usados',
    becomes: 'Pasa a {{value}} el {{at}}.',
    endsAt: 'Termina el {{at}}.',
    keep: 'Conservar mi límite',
    kept: 'Su límite queda como está.',
    save: 'Guardar',
    remove: 'Quitar este límite',
    amount: 'Límite',
    minutes: 'Minutos al día',
    wrongAmount: 'Escriba un importe en USDT, con dos decimales como máximo.',
    wrongMinutes: 'Escriba minutos enteros, menos de un día.',
    atOnce: 'Rige al instante.',
    later: 'Es más amplio que ahora: rige en 24 horas. Hasta entonces puede conservar su límite.',
    savedNow: 'Su límite ya rige.',
    savedLater: 'Solicitado. Rige desde el {{at}}.',
    periodText:
      'Los días, semanas y meses son los de UTC; la semana empieza el lunes. Los límites son para dinero real; la demo no tiene.',
    help: 'Si operar le pesa, hable con alguien de confianza. Una pausa no cuesta nada.',
    onBreak: 'Está en pausa hasta el {{until}}',
    excluded: 'Se autoexcluyó hasta el {{until}}',
    runsText: 'Puede seguir cerrando posiciones, retirando y viendo sus registros. Nadie puede terminarla antes.',
    kinds: {
      deposit: 'Depósitos',
      loss: 'Pérdidas',
      stake: 'Inversión',
      time: 'Tiempo',
    },
    kindText: {
      deposit: 'Lo que entra: depósitos y monedas que compra a otros. Al alcanzarlo no se muestra ninguna dirección.',
      loss:
        'Lo que le cuestan las opciones y los contratos, con comisiones y financiación, menos lo que dieron. Se rechaza una opción que pudiera superarlo.',
      stake:
        'Lo que arriesga: importes de opciones, márgenes y compras, con su comisión. Cuenta al enviar la orden, desde su primer límite.',
      time: 'Cuánto tiempo pasa aquí en un día, en todos los dispositivos. Después puede cerrar, pero no abrir nada nuevo.',
    },
    periods: {
      day: 'Al día',
      week: 'A la semana',
      month: 'Al mes',
    },
    check: {
      title: 'Aviso de realidad',
      text: 'De vez en cuando le decimos cuánto lleva aquí y qué ha resultado.',
      every: 'Cada cuánto',
      never: 'Nunca',
    },
    breaks: {
      howLong: 'Cuánto tiempo',
      orders:
        'Las órdenes en espera que abrirían algo se retiran en segundos. Las que venden o cierran siguen en espera.',
      sure: 'Sé que nadie puede terminarla antes: ni yo ni su personal',
      begun: 'Su pausa ha empezado. Cuídese.',
      spans: {
        '1-day': '24 horas',
        '7-days': '7 días',
        '30-days': '30 días',
        '6-months': '6 meses',
        '1-year': '1 año',
        '5-years': '5 años',
      },
      'cool-off': {
        name: 'Pausa',
        title: 'Tomarse una pausa',
        text: 'Por un tiempo no abre nada nuevo. Puede cerrar, retirar, consultar y usar la demo.',
        begin: 'Empezar la pausa',
      },
      exclusion: {
        name: 'Autoexclusión',
        title: 'Autoexcluirse',
        text: 'Durante mucho tiempo solo podrá entrar para cerrar posiciones y retirar, ni siquiera la demo. Su correo y su teléfono no cambian.',
        begin: 'Autoexcluirme',
      },
    },
    history: {
      title: 'Cambios',
      none: 'Todavía no ha cambiado nada.',
      from: 'Rige desde el {{at}}',
      until: 'Hasta el {{at}}',
      calledBack: 'Retirado el {{at}}',
    },
    reality: {
      title: 'Un momento para usted',
      here: 'Lleva aquí {{minutes}} minutos',
      today: '{{minutes}} minutos hoy',
      won: 'Ganado: {{amount}} USDT',
      lost: 'Perdido: {{amount}} USDT',
      even: 'Ni ganado ni perdido',
      of: 'Con opciones y contratos, en esta estancia.',
      go: 'Seguir',
      limits: 'Mis límites',
    },
  },
};
