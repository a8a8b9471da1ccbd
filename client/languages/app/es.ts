import type { AppWords } from './en';

export const words: AppWords = {
  app: {
    ready: 'Hay una versión nueva lista.',
    update: 'Actualizar ahora',
    later: 'Más tarde',
    install: 'Instalar la aplicación',
    why: 'Se abre desde la pantalla de inicio y muestra los últimos precios conocidos sin conexión.',
    now: 'Instalar',
    notNow: 'Ahora no',
    share: 'Toque el botón de compartir del navegador.',
    add: 'Elija «Añadir a pantalla de inicio».',
    open: 'Abra la aplicación desde la pantalla de inicio. Solo allí puede enviarle notificaciones.',
  },
};
