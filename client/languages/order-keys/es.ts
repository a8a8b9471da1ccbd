import type { OrderKeysWords } from './en';

export const words: OrderKeysWords = {
  orderKeys: {
    title: 'Teclas de la orden',
    text: 'Las teclas no hacen nada mientras escribe en otro lugar, mientras hay algo abierto sobre la página ni mientras no se puede ordenar. Ninguna tecla envía una orden.',
    settings: 'Las teclas se activan y desactivan en los ajustes.',
    keys: {
      buy: 'Comprar; en contratos, largo',
      sell: 'Vender; en contratos, corto',
      limit: 'Orden límite',
      market: 'Orden a mercado',
      tick: 'Precio límite: sube o baja un paso',
      ticks: 'Precio límite: sube o baja diez pasos',
      amount: 'Ir a la cantidad',
      digit: 'Ir a la cantidad y empezar con esta cifra',
      share: '25, 50, 75 o 100 % de lo disponible',
      review: 'Abrir la confirmación',
      close: 'Salir de un campo, cerrar lo abierto',
      search: 'Buscar un mercado',
      help: 'Esta lista',
    },
  },
};
