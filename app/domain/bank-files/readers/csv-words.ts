/** Words and letters of banks in English, German, French, Dutch, Italian, Spanish and Polish, without capitals and accents */
const DIRECTIONS = {
  arrived: new Set([
    ...["+", "c", "cr", "crdt", "credit", "credits", "in", "incoming", "received", "deposit", "money in", "paid in"],
    ...["h", "haben", "gutschrift", "eingang", "zahlungseingang", "einnahme", "kredit"],
    ...["recette", "recu", "entree", "encaissement", "virement recu", "bij", "ontvangen"],
    ...["avere", "accredito", "entrata", "entrate", "credito", "haber", "abono", "ingreso"],
    ...["uznanie", "uznania", "wpływ", "wpływy", "przychod", "ma"],
  ]),
  left: new Set([
    ...[
      "-",
      "d",
      "dr",
      "dt",
      "dbit",
      "debit",
      "debits",
      "out",
      "outgoing",
      "sent",
      "withdrawal",
      "money out",
      "paid out",
    ],
    ...["s", "soll", "belastung", "lastschrift", "ausgang", "zahlungsausgang", "ausgabe"],
    ...["depense", "sortie", "prelevement", "decaissement", "virement emis", "af", "debet", "debiet", "betaald"],
    ...["dare", "addebito", "uscita", "uscite", "debito", "debe", "cargo", "adeudo", "gasto", "pago"],
    ...["obciazenie", "obciazenia", "wypływ", "wydatek", "wypłata", "winien"],
  ]),
}

const STATES = {
  booked: new Set([
    ...["booked", "book", "posted", "completed", "complete", "settled", "cleared", "executed", "done", "final"],
    ...["gebucht", "umsatz gebucht", "verbucht", "abgeschlossen", "ausgefuhrt", "ausgefuehrt", "erledigt"],
    ...[
      "comptabilise",
      "comptabilisee",
      "execute",
      "executee",
      "effectue",
      "termine",
      "geboekt",
      "verwerkt",
      "uitgevoerd",
    ],
    ...["contabilizzato", "contabilizzata", "eseguito", "completato", "contabilizado", "realizado", "completado"],
    ...["zaksiegowano", "zaksiegowana", "zrealizowano", "zrealizowana", "rozliczono", "rozliczona"],
  ]),
  notBooked: new Set([
    ...["pending", "pdng", "authorised", "authorized", "reserved", "processing", "in progress", "scheduled", "on hold"],
    ...[
      "reverted",
      "reversed",
      "declined",
      "failed",
      "cancelled",
      "canceled",
      "rejected",
      "refused",
      "expired",
      "refunded",
    ],
    ...["vorgemerkt", "umsatz vorgemerkt", "vorgemerkter umsatz", "offen", "ausstehend", "in bearbeitung", "storniert"],
    ...[
      "abgelehnt",
      "abgebrochen",
      "fehlgeschlagen",
      "en attente",
      "en cours",
      "a venir",
      "annule",
      "annulee",
      "refuse",
    ],
    ...["rejete", "rejetee", "gereserveerd", "in behandeling", "geweigerd", "geannuleerd", "in attesa", "in corso"],
    ...["non contabilizzato", "annullato", "rifiutato", "pendiente", "retenido", "cancelado", "rechazado"],
    ...["oczekujaca", "oczekujace", "w trakcie", "anulowana", "odrzucona", "blokada"],
  ]),
}

/** Returns null for a word that is not known. */
export function directionIn(word: string): "arrived" | "left" | null {
  if (DIRECTIONS.arrived.has(word)) return "arrived"
  return DIRECTIONS.left.has(word) ? "left" : null
}

/** Returns null for a word that is not known. */
export function isBooked(word: string): boolean | null {
  if (STATES.booked.has(word)) return true
  return STATES.notBooked.has(word) ? false : null
}
