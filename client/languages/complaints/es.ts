import type { ComplaintsWords } from './en';

export const words: ComplaintsWords = {
  complaints: {
    write: 'Presentar una reclamación',
    none: 'Aún no ha presentado ninguna reclamación.',
    number: 'N.º {{number}}',
    states: {
      received: 'Recibida',
      answered: 'Respondida',
      reopened: 'Reabierta',
      closed: 'Cerrada',
    },
    intro:
      'Díganos qué ha salido mal. Recibirá un número y una respuesta definitiva en un plazo máximo de {{days}} días.',
    subject: 'De qué se trata',
    subjects: {
      spot: 'Spot',
      contract: 'Contratos',
      option: 'Opciones',
      earn: 'Custodia, suscripciones y ventas',
      otc: 'C2C',
      deposit: 'Depósitos',
      withdrawal: 'Retiros',
      account: 'Cuenta y seguridad',
      other: 'Otra cosa',
    },
    order: 'Número de orden',
    text: 'Qué ha pasado',
    textHelp: 'Hasta {{most}} caracteres. No escriba aquí ninguna contraseña ni código.',
    empty: 'Diga qué ha pasado',
    send: 'Enviar',
    sent: 'Su reclamación tiene el n.º {{number}}',
    dueBy: 'Respuesta definitiva antes del {{at}}',
    due: 'Respuesta definitiva antes del',
    receivedAt: 'Recibida',
    you: 'Usted',
    us: 'Nuestra respuesta',
    reopen: 'Reabrir la reclamación',
    reopenText:
      '¿La respuesta no lo resuelve? Puede reabrir la reclamación una vez, hasta el {{at}}. Responderemos de nuevo en {{days}} días.',
    unsettled: 'Qué queda sin resolver',
    reopened: 'Su reclamación se ha reabierto',
    closedText: 'Esta reclamación está cerrada. Si ocurre algo nuevo, presente otra.',
  },
};
