import type { ErasureWords } from './en';

export const words: ErasureWords = {
  erasure: {
    text: 'La cuenta se cierra de inmediato. A los {{days}} días se borra y nadie puede recuperarla.',
    goes: 'Qué se borra',
    goesText:
      'Correo, teléfono, nombre, contraseñas, llaves de acceso, dispositivos y sesiones, claves de API, direcciones, tarjetas bancarias, datos y fotos de identidad, mensajes, avisos, alertas y ajustes.',
    staysTitle: 'Qué debe conservarse por ley',
    stays:
      'Órdenes, asientos y liquidaciones quedan bajo el número de la cuenta, sin nombre ni contacto. Lo que la ley exige saber de las operaciones y de quien las hizo se guarda sellado {{years}} años y después se elimina.',
    excluded:
      'Si usted se autoexcluyó, eso sigue hasta su fin: antes nadie puede registrarse con el mismo contacto o documento.',
    dataFile: 'Guarde antes un archivo de sus datos',
    obstacles: 'Antes hay que terminar o vaciar esto',
    restTitle: 'Muy poco para salir de la cuenta',
    restText:
      'Es menos que el retiro mínimo y que la venta mínima. Si cierra la cuenta, cede estos importes: pasan a la plataforma cuando se borra. Hasta entonces son suyos.',
    restAgree: 'Cedo estos importes',
    restWaiting: 'Cuando se borre, cede {{what}}.',
    ask: 'Cerrar mi cuenta',
    question: '¿Cerrar su cuenta?',
    questionText:
      'Las demás sesiones y todas las claves de API terminan de inmediato. Durante {{days}} días puede iniciar sesión y conservar la cuenta.',
    asked: 'Su cuenta está cerrada',
    waiting: 'Su cuenta está cerrada',
    waitingText:
      'Se borra después del {{time}}. Hasta entonces puede conservarla; no se puede hacer nada más con ella.',
    takeBack: 'Conservar mi cuenta',
    takenBack: 'Su cuenta se conserva',
    stopped: 'Su cuenta no se ha borrado',
    stoppedText: 'Al llegar el momento quedaba esto: {{what}}. No se ha perdido nada.',
    names: {
      money: 'Dinero en sus cuentas reales',
      subAccounts: 'Subcuentas con dinero o algo abierto',
      spotOrders: 'Órdenes al contado abiertas',
      spotStops: 'Stops en espera',
      positions: 'Posiciones y órdenes de contratos',
      options: 'Opciones abiertas',
      trust: 'Órdenes de custodia',
      subscriptions: 'Suscripciones',
      applications: 'Solicitudes en ventas',
      deals: 'Tratos con otros usuarios',
      adverts: 'Anuncios en línea',
      deposits: 'Depósitos en revisión',
      withdrawals: 'Retiros en curso',
      adjustments: 'Correcciones de soporte',
      complaints: 'Reclamaciones sin responder',
    },
  },
};
