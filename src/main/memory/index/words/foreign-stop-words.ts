/** Languages with Latin letters whose words are cut to their stems; English is cut by FTS5. */
export type StemmedLatin = "de" | "es" | "fr" | "tr";
export type StopWordLanguage = StemmedLatin | "ru" | "ar" | "hi" | "zh" | "ja";

const list = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/).filter(Boolean));

/** Words that carry no meaning for a search, in lower case; most common first where it tells a language. */
export const foreignStopWords: Readonly<Record<StopWordLanguage, ReadonlySet<string>>> = {
  de: list(
    `der die das und ist nicht ein eine einen einem einer eines ich du er sie es wir ihr mich mir dich dir ihn ihm uns
     euch den dem des im in an am auf aus bei beim mit nach von vom vor zu zum zur über unter für durch gegen ohne um
     als auch aber oder wenn weil dass daß wie was wer wo wann warum wohin woher welche welcher welches wurde wurden
     war waren hat haben hatte hatten wird werden worden sein sind bin bist seid kann können konnte muss müssen soll
     sollen will wollen mein meine dein deine sein seine ihre ihr unser kein keine noch nur schon sehr so dann da dort
     hier doch mal man sich ja nein bitte danke dies diese dieser dieses jede jeder jedes alle alles viel wieder`,
  ),
  es: list(
    `el la los las de del que y a en un una unos unas es son era fue ser estar está están estaba con por para se su sus
     no sí lo le les me te nos mi mis tu tus como más pero o si ya muy este esta estos estas ese esa eso esto cuando
     cuándo dónde donde qué quién quien cómo cuál cuánto cuántos porque sobre entre sin hasta desde hay ha han había
     tiene tienen hacer hace también todo todos toda al yo él ella ellos nosotros usted ustedes`,
  ),
  fr: list(
    `le la les de des du un une et est sont était être avoir a ont que qui quoi dans en pour par sur avec sans sous ce
     cet cette ces il elle ils elles on nous vous je tu me te se ne pas plus mais ou où si son sa ses mon ma mes ton ta
     tes notre votre leur leurs au aux à y d l c j m n s t qu quand comment pourquoi combien quel quelle quels quelles
     été fait comme tout tous toute très aussi bien alors donc chez entre c'est`,
  ),
  tr: list(
    `ve bir bu da de için ile mi mı mu mü ne kim nerede nasıl neden niçin hangi kaç zaman çok daha en gibi kadar sonra
     önce ama fakat veya ya ki o şu ben sen biz siz onlar beni seni bana sana onu ona benim senin bizim var yok değil
     olan oldu olarak olduğu her hiç şey ise diye göre`,
  ),
  ru: list(
    `и в во не что он на я с со как а то все она так его но да ты к у же вы за бы по только ее её мне было вот от меня
     еще ещё нет о из ему теперь когда даже ну ли если уже или ни быть был была были до вас нас их где кто чем мы эта
     этот это эти того для при об какой какая какие сколько почему зачем тоже себя свой`,
  ),
  ar: list(
    `في من على إلى الى عن مع هذا هذه ذلك تلك التي الذي الذين ما ماذا متى أين اين كيف كم هل لا لم لن إن ان أن كان كانت
     هو هي هم نحن أنا انا أنت انت و أو او ثم قد كل بعد قبل عند عندما لماذا أي اي يا بين`,
  ),
  hi: list(
    `है हैं था थी थे का के की को में से पर ने और या एक यह वह ये वे इस उस हम मैं तुम आप कि जो तो भी ही नहीं क्या कब
     कहाँ कहां कैसे कौन कितने कितना कितनी क्यों हो होता होती गया गई गए कर करना करने लिए साथ अपना अपने अपनी`,
  ),
  zh: list(
    `的 了 是 在 和 有 我 你 他 她 它 我们 你们 他们 吗 呢 吧 啊 不 就 也 都 很 这 那 这个 那个 个 一个 什么 哪里 哪儿 怎么
     谁 为什么 与 及 或 被 把 从 到 对 着 过 会 要 去 来 上 下 里`,
  ),
  ja: list(
    `の は が を に で と も か へ や な だ です ます した して する ました ください から まで より これ それ あれ この その
     あの ここ そこ どこ いつ 何 なに 誰 だれ どう なぜ ある いる あり い う た て ね よ さん ない でし ます`,
  ),
};
