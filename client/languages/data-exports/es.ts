import type { DataExportsWords } from './en';

export const words: DataExportsWords = {
  dataExports: {
    text: 'Todo lo que se guarda sobre su cuenta en un solo archivo: perfil, contactos, direcciones, tarjetas, identidad, accesos, ajustes y mensajes.',
    retention:
      'El archivo se conserva {{hours}} horas y es solo suyo. Contiene su identidad: guárdelo donde nadie más lo lea.',
    lists: 'Órdenes, posiciones y extractos como archivos',
    none: 'Aún no ha pedido ningún archivo.',
    ask: 'Pedir el archivo',
    asked: 'Pedido. Le avisaremos cuando esté listo.',
    question: '¿Pedir sus datos?',
    questionText:
      'Su contraseña de fondos demuestra que es usted. También avisaremos de esta petición a su correo y su teléfono.',
    waiting: 'En preparación',
    ready: 'Listo',
    tooLarge: 'Demasiado grande para un archivo',
    tooLargeText:
      'De esta cuenta se guarda más de lo que cabe en un archivo. Contacte con soporte: lo prepararemos a mano.',
    failed: 'No se pudo preparar',
    failedText: 'El fallo es nuestro. Vuelva a pedirlo.',
    gone: 'Ya no se conserva',
    askedAt: 'Pedido el {{time}}',
    until: 'Se puede guardar hasta el {{time}}',
    save: 'Guardar',
    saveQuestion: '¿Guardar sus datos?',
    saveText: 'El archivo contiene su identidad. Su contraseña de fondos demuestra que es usted.',
    saved: 'Guardado: {{name}}',
  },
};
