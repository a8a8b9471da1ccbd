import type { DepthChartWords } from './en';

export const words: DepthChartWords = {
  depthChart: {
    label: 'Gráfico de profundidad de {{symbol}}',
    keys: 'Izquierda y derecha van de nivel en nivel; Inicio y Fin, a los extremos.',
    takes: 'Intro lleva el precio a la orden.',
    hint: 'Señale el gráfico, o recórralo con las flechas, para leer un nivel.',
    mid: 'Precio medio',
    zoom: 'Ampliación',
    times: '{{factor}}×',
    onlyBids: 'Solo hay órdenes de compra: nadie ofrece vender.',
    onlyAsks: 'Solo hay órdenes de venta: nadie ofrece comprar.',
    crossed: 'Compra y venta se cruzan por un momento. El gráfico vuelve en cuanto dejen de hacerlo.',
    quantity: 'Hasta ahí',
    amount: 'Valor',
    distance: 'Desde el precio medio',
    level: '{{side}} a {{price}} {{quote}}: {{quantity}} {{base}} hasta ahí, por valor de {{amount}} {{quote}}.',
    away: '{{distance}} desde el precio medio.',
    taken: 'El precio {{price}} está en la orden.',
    summary: '{{side}}: {{quantity}} {{base}} de {{best}} a {{last}}.',
  },
};
