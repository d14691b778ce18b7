extension StopWords {
    /// Language to its words in exact form, separated by spaces.
    static let table: [String: String] = [
        "en": """
        a about above after again against all also although am among an and another any anybody anyone anything \
        anywhere are aren't as at be because been before being below between both but by can can't cannot could \
        couldn't did didn't do does doesn't doing don't down during each either else ever every everybody \
        everyone everything everywhere few for from further had hadn't has hasn't have haven't having he he's her \
        here hers herself him himself his how how's however i i'd i'll i'm i've if in into is isn't it it'll it's \
        its itself just let's many me might more most much must my myself neither no nobody none nor not nothing \
        nowhere of off on once only or other our ourselves out over own per same shall she she's should shouldn't \
        since so some somebody somehow someone something sometimes somewhere such than that that's the their \
        theirs them themselves then there there's these they they're they've this those though through to too \
        under unless until up upon very via was wasn't we we'll we're we've were weren't what what's whatever \
        when when's where where's whether which while who who's whoever whom whose why will with within without \
        won't would wouldn't yet you you'd you'll you're you've your yours yourself yourselves
        """,
        "de": """
        aber alle allem allen aller alles als am an andere anderen anderer anderes auch auf aus bei beim bin bis \
        bist da damit dann darum das dass dein deine deinem deinen deiner dem den denen denn der deren des dessen \
        dich die dies diese diesem diesen dieser dieses dir doch dort du durch ein eine einem einen einer eines \
        einige einiger er es etwas euch euer eure euren für hab habe haben hat hatte hier hätte ich ihm ihn ihnen \
        ihr ihre ihrem ihren ihrer im in ins irgendein irgendeine irgendetwas irgendjemand irgendwas irgendwer \
        irgendwo ist ja jede jedem jeden jeder jedes jemand jemanden jener jetzt kann kannst kein keine keinem \
        keinen keiner können könnte machen manche mein meine meinem meinen meiner meines mich mir mit nach nicht \
        nichts nie niemand noch nun nur ob oder ohne seid sein seine seinem seinen seiner seines selbst sich sie \
        sind so solche sondern sonst um und uns unser unsere unserem unseren unserer unter viel viele vom von vor \
        war waren warum was weil welche welchem welchen welcher welches wem wen wenn wer werde werden wie wieder \
        will wir wird wo wohin wollen worden wurde wurden würde würden zu zum zur zwischen über
        """,
        "fr": """
        ai au aucun aucune auquel aussi autre autres aux avait avant avec avez avoir avons c'est car ce ceci cela \
        celle celles celui ces cet cette chaque chez comme comment d dans de des donc dont du duquel elle \
        elle-même elles en es est et eu eux fait il ils j j'ai je l la laquelle le lequel les lesquels leur leurs \
        lorsque lui ma mais me mes moi mon même mêmes n n'est ne ni nos notre nous nulle on ont ou où par parce \
        pas personne peu peut plus plusieurs pour pourquoi puis qu qu'est quand que quel quelle quelles quelqu'un \
        quelque quelques quels qui quoi rien sa sans se sera ses si soi sois soit son sont sous sur ta te tes toi \
        ton toujours tous tout toute toutes trop très tu un une vers voici voilà vos votre vous y à étaient était \
        étant étiez étions été être
        """,
        "es": """
        a al algo alguien alguna algunas alguno algunos algún ante antes aquel aquella aquello aquí cada como con \
        contra cual cuales cuando cuanto cuya cuyo cuál cuándo cuánto cómo de del desde donde dónde e el ella \
        ellas ellos en entre era eran eras eres es esa esas ese eso esos esta estaba estas este esto estos estoy \
        está están fue fueron ha haber había han hasta hay he hemos la las le les lo los me mi mis mucha mucho \
        muchos muy más nada nadie ni ninguna ninguno ningún no nos nosotros nuestra nuestro o otra otras otro \
        otros para pero por porque pues que quien quienes quién qué se sea según ser si siempre sin sino sobre \
        somos son soy su sus suya suyo sí también tan tanta tanto te tiene toda todas todo todos tu tuya tuyo tú \
        u un una unas uno unos usted ustedes vosotros y ya yo él
        """,
        "it": """
        a ad agli ai al alla alle altra altre altri altro anche ancora avere aveva c che chi ci ciò coi col come \
        con cosa così cui d da dagli dai dal dalla dalle degli dei del della delle dello di dopo dove e ed era \
        essere fra già gli ha hai hanno ho i il in io l la le lei lo loro lui lì ma mi mia mie miei mio molto ne \
        negli nei nel nella nelle nessuna nessuno niente no noi non nulla o ogni ognuno per perché però più pochi \
        poco poi qua qualche qualcosa qualcuno quale quando quanto quelle quelli quello questa queste questi \
        questo qui sarà se sei senza si sia siamo sono sta stati stato sua sue sul sulla suo suoi tanto te ti tra \
        tu tua tue tuo tuoi tutta tutte tutti tutto un una uno vi voi vostra vostro è
        """,
        "pt": """
        a algo algum alguma algumas alguns alguém ambos antes ao aos aquela aquelas aquele aqueles aqui aquilo as \
        até cada com como cujo da das de dela dele depois desde dessa desse desta deste do dos dum duma e ela \
        elas ele eles em entre era essa essas esse esses esta estas estava este estes estou está eu foi fosse \
        haver havia há isso isto já lhe lhes mais mas me mesmo meu meus minha minhas muita muito muitos na nada \
        nas nem nenhum nenhuma nessa nesse nesta neste ninguém no nos nossa nosso num numa não nós o onde os ou \
        outra outras outro outros para pela pelas pelo pelos pois por porque quais qual qualquer quando que quem \
        se seja sem ser seu seus sobre somos sou sua suas são só tal também tanto te tem teu toda todas todo \
        todos tua tudo um uma umas uns você vocês à às é
        """,
        "nl": """
        aan al alles als andere anders bij daar dan dat de degene der deze die dit doch door dus echter een elk \
        elke en enige er ergens ge geen haar had heb hebben hebt heeft hem hen het hier hij hoe hoewel hun ieder \
        iedere iedereen iemand iets ik in is ja je jij jou jouw jullie kan kon kunnen maar me mee men met mij \
        mijn moet moeten na naar nergens niemand niet niets nog nooit nu of om omdat onder ons onze ooit ook op \
        over sinds te tegen toch toen tot u uit van veel voor waar waarom wanneer want waren was wat we wel welk \
        welke werd werden wie wiens wij wordt zal ze zelf zich zij zijn zo zonder zou zulke zullen
        """,
        "sv": """
        aldrig alla allt andra annan att av blev bli blir båda de dem den denna deras dess det detsamma detta dig \
        din dina ditt du där efter ej eller en er era ert ett från för ha hade han hans har henne hennes hon \
        honom hur här i icke igen inga ingen ingenting inget inte jag kan kunde kunna man med mellan mig min mina \
        mitt mot mycket ni nu när någon någonting något några nån nåt och om oss på sedan sig sin sina sitt själv \
        ska skulle som så till under upp ut vad var vara varje vars vart vem vems vi vid vilka vilken vilket vår \
        våra vårt är åt
        """,
        "da": """
        ad af alle alt anden andre at begge blev bliver da de dem den denne der deres det dette dig din dine \
        disse dit dog du efter eller en enhver er et for fordi fra ham han hans har havde hende her hos hun hvad \
        hvem hvilke hvilken hvis hvor hvorfor hvornår i ikke ind ingen intet jeg jer jeres kan kunne man mange \
        med meget mellem men mere mig min mine mit mod ned nogen noget nogle nu når og også om op os over på selv \
        sig sin sine sit skal skulle som sådan til ud uden under var vi vil ville vor vores være været
        """,
        "no": """
        alle alt andre annen at av begge blir både da de dem den denne der deres det dette din dine disse ditt du \
        eg ei eller en enhver er et etter ettersom for fordi fra før ha hadde han har henne her hun hva hvem \
        hvilke hvilken hvis hvor hvorfor i ikke ingen ingenting inn ja jeg kan kunne man mange med meg mellom men \
        mer min mine mitt mot mye ned noe noen noko nå når og også om opp oss over på seg selv sin sine sitt skal \
        skulle slik som til ut uten var ved vi vil ville vår våre vårt være vært
        """,
        "fi": """
        ei eivät emme en ette että he heidän heille heitä hän hänen häntä ja joka jokainen jokin joku jolla jonka \
        jos jossa jotain jotakin kaikki kanssa ketä koska kuin kuka kukaan kun me meidän meitä mikä millä minkä \
        minua minun minut minä missä mitä mitään mukaan mutta muu myös ne niin noin nuo nyt nämä ole olen olet \
        oli olimme olin olisi olivat olla ollut on ovat se sekä sen siinä sillä sinua sinun sinut sinä tai te \
        teidän teitä tuo tämä tässä tätä vaan vain voi
        """,
        "hu": """
        a az de egy el és ez hogy ha is itt már meg mi most nem ő ön ott pedig volt vagy van
        """,
        "ro": """
        a ai al am ar are au că ce cu da de din după e ea ei el este eu fi fost în la le lui mai nu o pe pentru \
        prin sau se sunt și un una
        """,
        "ca": """
        a al als amb aquest aquesta ara com de del dels el els en entre era és està ha han hi i la les li més no o \
        on per però que què se si són un una
        """,
        "tr": """
        ama bir bu çok da daha de en gibi için ile ise ki mi mı mu mü ne o olan olarak şu ve veya ya
        """,
        "pl": """
        a aby ale bo być był było co czy dla do go i ich jak jako jego jej jest już lub ma mnie może na nie o od \
        oraz po pod przez przy się są ta tak tam te tego ten to tu tym w we z za ze że
        """,
        "cs": """
        a aby ale ani až být byl bylo co do ho i jak jako je jeho již k který na nad ne nebo o od po pod pro při s \
        se si tak ten to u v ve z za že
        """,
        "ru": """
        а без был была были было быть в вам вас весь во вот все всегда всего всем всех всё вы где да даже для до \
        его едва ее если есть ещё ею её ж же за зачем здесь и из или им их к как какая какие какое какой кем \
        когда кого кому которая которое которые который кто кто-нибудь кто-то куда ли между мне мог моего моей \
        может можно мои мой моя моё мы на над надо нам нами нас не него нее ней нельзя нет неё ни нибудь никого \
        никто ним ними них ничего ничто но ну о об один он она они оно опять от перед по под потому почему при с \
        сам своего своей свои свой своя себе себя сейчас со так там твои твой твоя тебе тебя тем теперь то тогда \
        того тоже той только том тот тут ты у уже хотя чего чей чем что что-нибудь что-то чтоб чтобы чуть эти это \
        этого этой этом этому этот эту я
        """,
        "uk": """
        а але бо був була були було в ви від він вона вони для до є за з і із й його його її їх як який коли ми на \
        не ні та так там те ти то у це цей що щоб я
        """,
        "el": """
        αλλά αν από για δεν είναι η ή θα και με μου να ο οι όταν που σε στη στην στο στον τα τη την της τι το τον \
        του των ως
        """,
        "ar": """
        أن أو أي إلى إن التي الذي الى ان او عن على في كان كل لا لم ما مع من هذا هذه هل هو هي و ولا
        """,
        "he": """
        אבל אין אל אם אני את הוא היא הם זה זאת יש כי כל לא מה מי עד על עם של
        """,
        "hi": """
        और एक का कि की के को था थी थे पर में यह वह से है हैं हो ने भी
        """,
    ]
}
