import type { NewsWords } from './en';

/** News, notices and the help centre. */
export const news: NewsWords = {
  news: {
    kinds: 'Tipos de avisos',
    notices: 'Comunicados',
    news: 'Noticias',
    own: 'Mi cuenta',
    empty: 'Aún no hay nada',
    gone: 'Este artículo ya no está disponible',
    help: 'Centro de ayuda',
    search: 'Buscar en la ayuda',
    nothing: 'Nada encontrado para “{{words}}”',
    unread: 'Sin leer',
    required: 'Lectura obligatoria',
    unreadCount: '{{count}} sin leer',
    requiredTitle: 'Lea esto antes de operar',
    read: 'Leer ahora',
    support: 'Contactar con atención al cliente',
    bar: 'Comunicado',
    still: 'Detener los anuncios',
    turn: 'Reanudar los anuncios',
    otherLanguage: 'Todavía no hay texto en su idioma',
  },
};
